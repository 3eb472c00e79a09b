// The picture of a signature in a submission.

import type { Submission } from '@frontdesk/client';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { api } from '../../api/api.ts';

export function SignaturePicture({ file }: { file: Submission['files'][number] }) {
  const { data: picture, isError } = useQuery({
    queryKey: ['files', file.id],
    queryFn: async () => (await api.files.download(file.id)).response.blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!picture) return;
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  if (isError) return null;
  if (address === null) return <Skeleton h={80} w={240} />;
  return (
    <img
      src={address}
      alt={`Signature ${file.name}`}
      style={{
        display: 'block',
        maxWidth: 320,
        width: '100%',
        maxHeight: 140,
        objectFit: 'contain',
        background: '#fff',
      }}
    />
  );
}
