import { clsx } from 'clsx';
import { type Chat, ChatInput, light } from './chat-parts';

const places = { app: 'chat-app', person: 'justify-items-end justify-self-end' };

const words = {
  app: 'text-lg/normal',
  person: 'rounded-[min(var(--radius),1.125rem)] rounded-ee-[0.25rem] bg-tint-strong px-4.5 py-3',
};

/** A drawn conversation. Where motion is welcome, the app's last words type themselves at the top of a page. */
export function ChatScene({ id, title, messages, placeholder }: Chat) {
  return (
    <figure className="scene" data-slot="scene" data-words="none" id={id}>
      <figcaption className="scene-bar">
        {light}
        {title}
      </figcaption>
      <ol className="grid grid-cols-1 gap-4.5 px-5 py-6">
        {messages.map((message, index) => (
          <li className={clsx('grid max-w-[88%] gap-1.5', places[message.from])} key={index}>
            <span className="text-[0.8125rem] text-muted">{message.name}</span>
            <p className={clsx('text-wrap', words[message.from])}>
              <span className="types rtl:bg-[position:100%_0]">{message.text}</span>
            </p>
          </li>
        ))}
      </ol>
      <ChatInput
        className="mx-5 mb-5 rounded-button border border-line bg-background/60 py-2.5 ps-4.5 pe-2.5"
        placeholder={placeholder}
      >
        <span
          className={clsx(
            'ms-auto size-8 flex-none rounded-[max(calc(var(--radius)*0.8),0.25rem)]',
            'bg-(image:--gradient)',
          )}
        />
      </ChatInput>
    </figure>
  );
}
