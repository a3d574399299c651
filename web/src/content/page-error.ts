/** Why a page's data did not arrive. */
export class PageError extends Error {
  /** Whether no further attempt will be made. The retry policy sets it before the error is shown. */
  final = false;

  constructor(
    message: string,
    /** Status code of the answer; undefined when there was none. */
    readonly status?: number,
    readonly statusText?: string,
  ) {
    super(message);
    this.name = 'PageError';
  }

  /** Whether the server said that the request itself is wrong, so that repeating it is of no use. */
  get isRefusal(): boolean {
    return this.status !== undefined && this.status >= 400 && this.status < 500;
  }
}
