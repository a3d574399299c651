import { words } from './words';

/** The long side of what is sent, in pixels, and its bytes: no page shows more. Larger photos are made smaller here. */
const longest = 4000;
const largest = 4 * 2 ** 20;

/** What the server takes as it is, if it is not large. */
const known = /^image\/(jpeg|png|webp|gif|svg\+xml|x-icon|vnd\.microsoft\.icon)$/;
const isPicture = ({ type, name }: File) => type.startsWith('image/') || /\.(hei[cf]|avif)$/i.test(name);

/**
 * A picture as it is sent: a photo that is large, or of a kind that no page shows, such as HEIC, is a JPEG, upright. What
 * the browser cannot show is an error, in words; what it need not, the server judges.
 */
export async function prepare(file: File): Promise<Blob> {
  const isKnown = known.test(file.type);
  const isPhoto = /^image\/(jpeg|webp)$/.test(file.type);
  if (!isPicture(file) || (isKnown && !isPhoto)) return file;
  const picture = await createImageBitmap(file).catch(() => opened(file).catch(() => undefined));
  if (!picture && isKnown) return file;
  if (!picture) throw new Error(words.unknownKind);
  const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
  const made = isKnown && scale === 1 && file.size <= largest ? file : await asJPEG(picture, scale);
  if ('close' in picture) picture.close(); // its memory is needed for the next one
  return made;
}

/** Safari shows pictures of more kinds as elements than as bitmaps. */
async function opened(file: File): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  await image.decode().finally(() => URL.revokeObjectURL(image.src));
  return image;
}

async function asJPEG(bitmap: ImageBitmap | HTMLImageElement, scale: number): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  const context = canvas.getContext('2d');
  if (!context) throw new Error(words.unknownKind);
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
  if (!made) throw new Error(words.unknownKind);
  return made;
}
