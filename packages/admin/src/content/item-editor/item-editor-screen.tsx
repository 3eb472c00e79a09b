// The editor of a new or existing item.

import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useMe } from '../../accounts/me.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type AnyItem, itemQuery } from '../items/item-query.ts';
import { useType } from '../types/site-types.ts';
import { UnknownType } from '../types/unknown-type.tsx';
import { ItemEditor } from './item-editor.tsx';

export function ItemEditorScreen() {
  const { type: name = '', id } = useParams({ strict: false }) as { type?: string; id?: string };
  const { type, error, refetch } = useType(name);
  const typeName = type?.name ?? name;
  const { may } = useMe();
  const mayWrite = may('content:write');
  const query = useQuery({ ...itemQuery(typeName, id ?? '', { mayWrite }), enabled: id !== undefined && !!type });
  const navigate = useNavigate();
  const { session, continueAt } = useSession(`${name}/${id ?? ''}`);

  const onCreated = (item: AnyItem): void => {
    continueAt(`${typeName}/${item.id}`);
    navigate({
      to: '/content/$type/$id',
      params: { type: typeName, id: item.id },
      replace: true,
      ignoreBlocker: true,
      resetScroll: false,
    });
  };
  if (type === null) return <UnknownType name={name} />;
  if (error && !type) return <ErrorState error={error} retry={refetch} />;
  if (!type || (id !== undefined && query.data === undefined)) return <QueryView query={query}>{() => null}</QueryView>;
  return (
    <ItemEditor key={session} type={type} read={id === undefined ? null : (query.data ?? null)} onCreated={onCreated} />
  );
}

/** Identifies the open editor. Stays the same when a new item is saved and gets its URL. */
function useSession(address: string): { session: number; continueAt(address: string): void } {
  const [state, setState] = useState({ address, session: 0 });
  const next = useRef('');
  if (state.address !== address) {
    setState({ address, session: next.current === address ? state.session : state.session + 1 });
  }
  return {
    session: state.session,
    continueAt: (address) => {
      next.current = address;
    },
  };
}
