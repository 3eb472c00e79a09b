// The picture of a choice, by its ID in the media library. What it shows is said by the label beside it.

import { useQuery } from '@tanstack/react-query';
import { api } from '../api/api.ts';
import { MediaPicture } from '../media/media-picture.tsx';

export function ChoicePicture({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['media', 'one', id],
    queryFn: ({ signal }) => api.media.get(id, { signal }),
  });
  return data ? <MediaPicture media={data} /> : null;
}
