import { Fragment } from 'react';

/** Text in its lines, each in the order in which it is written: a house number stays before its street. */
export function Lines({ text }: { text: string }) {
  const lines = text.split('\n').map((line) => `${line}\n`);
  return (
    <bdi className="[unicode-bidi:plaintext]">
      {lines.map((line, index) => (
        <Fragment key={index}>
          {index > 0 && <br />}
          {line}
        </Fragment>
      ))}
    </bdi>
  );
}
