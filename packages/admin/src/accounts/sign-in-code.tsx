// The second step of signing in: asks for a code only once the server has asked for one.

import { FrontdeskError, type Me } from '@frontdesk/client';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../api.ts';
import { NotSaved } from '../ui/saving.ts';

export type CodeStep = {
  isAsked: boolean;
  code: string;
  setCode(code: string): void;
  /** Sends a request that signs in, with the code if it is asked for. */
  send(path: '/sessions' | '/passwords', body: object): Promise<Me>;
};

export function useCodeStep(): CodeStep {
  const [isAsked, setAsked] = useState(false);
  const [code, setCode] = useState('');
  return {
    isAsked,
    code,
    setCode,
    async send(path, body) {
      try {
        return await api.request<Me>('POST', path, { body: { ...body, ...(isAsked && { code }) } });
      } catch (error) {
        if (!(error instanceof FrontdeskError) || error.code !== 'second_factor_required') throw error;
        setAsked(true);
        throw new NotSaved();
      }
    },
  };
}

/** Nothing until a code is asked for. */
export function CodeInput({ step: { isAsked, code, setCode }, size }: { step: CodeStep; size?: 'md' }) {
  if (!isAsked) return null;
  return (
    <TextInput
      label="Code"
      description="From your authenticator app, or a recovery code"
      autoComplete="one-time-code"
      autoFocus
      required
      {...(size && { size })}
      value={code}
      onChange={(event) => setCode(event.currentTarget.value)}
    />
  );
}
