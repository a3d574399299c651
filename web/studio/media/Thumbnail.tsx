import { useState } from 'react';

interface Props {
  /** That names the picture: it is found as the site finds it. */
  file: string;
  src: string;
  className?: string;
}

/** A picture of the site in little, on a light ground, for which drawings are made. What is not there leaves its place. */
export function Thumbnail({ file, src, className = 'size-16 shrink-0 object-cover' }: Props) {
  const address = `/studio/api/picture?${new URLSearchParams({ file, src })}`;
  const [failed, setFailed] = useState('');
  if (failed === address) return <span className={`inline-block rounded bg-[#e4e7ec] ${className}`} />;
  return (
    <img
      key={address}
      src={address}
      alt=""
      loading="lazy"
      onError={() => setFailed(address)}
      className={`rounded bg-[#e4e7ec] ${className}`}
    />
  );
}
