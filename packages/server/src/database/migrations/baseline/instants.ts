// The function that compares times by their instant on PostgreSQL. On SQLite it belongs to the connection.

import { sql } from 'kysely';
import type { Baseline } from './create-tables.ts';

export async function createInstants({ db, dialect }: Baseline): Promise<void> {
  if (dialect.name === 'sqlite') return;
  await sql`create function "instantOf"("value" text) returns text
    language plpgsql immutable strict parallel safe as ${sql.lit(body)}`.execute(db);
}

/** The same as instantOf in lib/instant.ts. */
const body = String.raw`
declare
  part text[] := regexp_match("value", '^(\d{4})-(0[1-9]|1[0-2])-(\d\d)[Tt\s](\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)$');
  seconds bigint;
begin
  if part is null then return null; end if;
  seconds := extract(epoch from make_date(part[1]::int + 4000, part[2]::int, 1))::bigint
    + (part[3]::int - 1) * 86400 + part[4]::int * 3600 + part[5]::int * 60 + part[6]::int
    - (coalesce(part[8], '+') || '1')::int * (coalesce(part[9], '0')::int * 3600 + coalesce(part[10], '0')::int * 60);
  return lpad(seconds::text, 12, '0') || rtrim(coalesce('.' || part[7], ''), '.0');
end`;
