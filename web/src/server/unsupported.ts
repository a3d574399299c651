/** Something that React can draw and the lean renderer does not know. */
export class Unsupported extends Error {
  override name = 'Unsupported';

  constructor(what: string) {
    super(`the lean renderer does not know ${what}`);
  }
}
