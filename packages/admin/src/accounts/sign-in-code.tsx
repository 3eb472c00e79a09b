// The second step of signing in: asks for a code only once the server has asked for one.

import { FrontdeskError, type Me } from '@frontdesk/client';
import { useState } from 'react';
import { api } from '../api/api.ts';
import { NotSaved } from '../ui/saving.ts';
import { CodeInput } from './code-input.tsx';

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
export function AskedCode({ step: { isAsked, code, setCode }, size }: { step: CodeStep; size?: 'md' }) {
  if (!isAsked) return null;
  return <CodeInput value={code} onChange={setCode} autoFocus {...(size && { size })} />;
}
