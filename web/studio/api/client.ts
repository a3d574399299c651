import type { Problem } from './types';

/** The server answered, and it was no: the message is its own, and the answer says more. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly answer: { error?: { message?: string }; problems?: Problem[] },
  ) {
    super(answer.error?.message ?? String(status));
  }
}

/** Nobody answered, or somebody in between. The same call may succeed later. */
export class Unreachable extends Error {}

/** Asks the server for anything. Throws Unreachable. */
export async function ask(address: string, options: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await fetch(address, options);
    return { response, text: await response.text() };
  } catch (error) {
    throw new Unreachable(String(error));
  }
}

/** What it means that an answer is not what was asked for. */
export function failureOf({ status }: Response, text: string): Error {
  const answer = parse(text);
  // What is too large for a proxy stays so.
  return answer || status === 413
    ? new ApiError(status, answer ?? {})
    : new Unreachable(`${status}: ${text.slice(0, 80)}`);
}

/** Calls the server: `call('GET', 'file?file=main/plans.yaml')`. Throws an ApiError, or Unreachable. */
export async function call<Answer>(method: string, path: string, body?: object, more?: RequestInit): Promise<Answer> {
  const { response, text } = await ask(`/studio/api/${path}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    ...more,
  });
  const answer = parse(text);
  if (response.ok && (answer || response.status === 204)) return answer as Answer;
  throw failureOf(response, text);
}

function parse(text: string): ApiError['answer'] | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a proxy's page
  }
}

/** Whether an error says that nobody is signed in. */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;

/** The problems that an answer names as the reason for its no. */
export const problemsOf = (error: unknown): Problem[] => (error instanceof ApiError && error.answer.problems) || [];
