/** The server answered, and it was no: `code` and message are its own. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly answer: unknown,
  ) {
    super(message);
  }
}

/** Nobody answered, or somebody in between. The same call may succeed later. */
export class Unreachable extends Error {}

/** Calls the server: `call('GET', 'file?file=main/plans.yaml')`. Throws an ApiError, or Unreachable. */
export async function call<Answer>(
  method: string,
  path: string,
  body?: unknown,
  options?: RequestInit,
): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(`/studio/api/${path}`, {
      method,
      headers: body === undefined ? {} : { 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
      ...options,
    });
    text = await response.text();
  } catch (error) {
    throw new Unreachable(String(error));
  }
  if (response.status === 204) return undefined as Answer;
  const answer = parse(text);
  if (answer === undefined) throw new Unreachable(`${response.status}: no JSON`);
  if (response.ok) return answer as Answer;
  const { error } = answer as { error?: { code?: string; message?: string } };
  throw new ApiError(response.status, error?.code ?? '', error?.message ?? response.statusText, answer);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a proxy's page
  }
}

/** Whether an error says that nobody is signed in. */
export const isSignedOut = (error: unknown) => error instanceof ApiError && error.status === 401;
