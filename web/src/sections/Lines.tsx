import { Fragment } from 'react';

/** Text in its lines, each in the order in which it is written: a house number stays before its street. */
export function Lines({ text }: { text: string }) {
  return (
    <bdi className="[unicode-bidi:plaintext]">
      {text.split('\n').map((line, index) => (
        <Fragment key={index}>
          {index > 0 && <br />}
          {`${line}\n`}
        </Fragment>
      ))}
    </bdi>
  );
}
