import { clsx } from 'clsx';

interface Message {
  from: 'person' | 'app';
  name: string;
  text: string;
}

interface Props {
  /** Anchor for links. */
  id?: string;
  title: string;
  messages: Message[];
  /** Words in the drawn input field. */
  placeholder?: string;
}

const places = { app: 'chat-app', person: 'justify-items-end justify-self-end' };

const bubbles = {
  app: 'rounded-es-[0.25rem] bg-[color-mix(in_oklab,var(--text)_8%,var(--surface))]',
  person: 'rounded-ee-[0.25rem] bg-primary text-on-primary',
};

/**
 * A drawn conversation. It stands complete as it is; where motion is welcome,
 * the app's last words type themselves at the top of a page.
 */
export function ChatScene({ id, title, messages, placeholder }: Props) {
  return (
    <figure className="scene" data-slot="scene" id={id}>
      <figcaption className="scene-bar">
        <span
          aria-hidden="true"
          className="size-2 rounded-full bg-accent [box-shadow:0_0_0_0.25rem_oklch(from_var(--accent)_l_c_h/22%)]"
        />
        {title}
      </figcaption>
      <ol className="grid grid-cols-1 gap-4.5 px-5 py-6">
        {messages.map((message, index) => (
          <li className={clsx('grid max-w-[88%] gap-1.5', places[message.from])} key={index}>
            <span className="text-[0.8125rem] text-muted">{message.name}</span>
            <p className={clsx('text-wrap rounded-[min(var(--radius),1.125rem)] px-4.5 py-3', bubbles[message.from])}>
              <span className="types">{message.text}</span>
            </p>
          </li>
        ))}
      </ol>
      {placeholder && (
        <div
          aria-hidden="true"
          className={clsx(
            'mx-5 mb-5 flex items-center gap-2 rounded-button border border-line bg-background/60 py-2.5',
            'pe-2.5 ps-4.5 text-muted',
          )}
        >
          <span className="chat-caret h-[1.2em] w-[1.5px] bg-primary" />
          <span>{placeholder}</span>
          <span
            className={clsx(
              'ms-auto size-8 flex-none rounded-[max(calc(var(--radius)*0.8),0.25rem)]',
              'bg-(image:--gradient)',
            )}
          />
        </div>
      )}
    </figure>
  );
}
