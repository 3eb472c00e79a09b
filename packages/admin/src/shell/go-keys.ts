// Keyboard shortcuts: `g`, then a letter, so `g p` opens the payments. Ignored while typing.

import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { isTyping } from '../ui/is-typing.ts';
import { business, home, inbox, settings } from './screens.tsx';

const withinMs = 1500;

export function useGoKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let pressedAt = 0;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === 'g') {
        pressedAt = Date.now();
        return;
      }
      const screen = [inbox, home, ...business, settings].find(({ key }) => key === event.key);
      if (screen && Date.now() - pressedAt < withinMs) navigate({ to: screen.to });
      pressedAt = 0;
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}
