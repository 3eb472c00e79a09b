// The editor of a new or existing item.

import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMe } from '../../accounts/me.ts';
import { useEditorSession } from '../../ui/editor-session.ts';
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
  const { session, continueAt } = useEditorSession(`${name}/${id ?? ''}`);

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
