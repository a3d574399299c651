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

/**
 * A drawn conversation. It stands complete as it is; where motion is welcome,
 * the style sheet lets the messages appear one after the other and the app's
 * words type themselves.
 */
export function ChatScene({ id, title, messages, placeholder }: Props) {
  return (
    <figure className="scene chat" id={id}>
      <figcaption className="scene-bar">
        <span aria-hidden="true" className="chat-pulse" />
        {title}
      </figcaption>
      <ol className="chat-messages">
        {messages.map((message, index) => (
          <li className={message.from === 'app' ? 'chat-message chat-app' : 'chat-message chat-person'} key={index}>
            <span className="chat-name">{message.name}</span>
            <p className="chat-text">
              <span className="types">{message.text}</span>
            </p>
          </li>
        ))}
      </ol>
      {placeholder && (
        <div aria-hidden="true" className="chat-input">
          <span className="chat-caret" />
          <span>{placeholder}</span>
          <span className="chat-send" />
        </div>
      )}
    </figure>
  );
}
