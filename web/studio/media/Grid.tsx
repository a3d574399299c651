import { Button } from '../ui/Button';
import { Thumbnail } from './Thumbnail';

interface Props {
  label: string;
  /** That names the pictures, which are named as in it. */
  file: string;
  pictures: string[];
  chosen?: string;
  onChoose: (picture: string) => void;
}

/** Pictures of a site, of which one is chosen. */
export const Grid = ({ label, file, pictures, chosen, onChoose }: Props) => (
  <ul className="grid grid-cols-3 gap-2" aria-label={label}>
    {pictures.map((picture) => (
      <li key={picture} className="grid min-w-0">
        <Button className="flex-col" aria-pressed={picture === chosen} onClick={() => onChoose(picture)}>
          <Thumbnail file={file} src={picture} />
          <span className="max-w-full break-words text-sm">{picture.replace(/^.*\//, '')}</span>
        </Button>
      </li>
    ))}
  </ul>
);
