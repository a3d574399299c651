/** Why a page's data did not arrive. */
export class PageError extends Error {
  /** Whether the visitor should know by now. Until the retry policy says so, there is hope. */
  final = false;

  constructor(
    message: string,
    /** Status code of the answer; undefined when there was none that could be read. */
    readonly status?: number,
  ) {
    super(`${status ?? ''} ${message}`.trim());
    this.name = 'PageError';
  }

  /** Whether no server answered: the visitor is offline, or somebody in between answered. */
  get isUnreachable(): boolean {
    return this.status === undefined;
  }

  /** Whether the server said that the request itself is wrong, so that repeating it is of no use. */
  get isRefusal(): boolean {
    return this.status !== undefined && this.status >= 400 && this.status < 500;
  }
}
