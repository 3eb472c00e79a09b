import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startContentService } from '../../../test/support/content-service.ts';
import { recordQueries } from '../../../test/support/record-queries.ts';
import { testDialect } from '../../../test/support/test-dialect.ts';

const skip = testDialect !== 'postgres';

test('on PostgreSQL, pages follow the index of their order before there are statistics', { skip }, async (t) => {
  const service = await startContentService(t);
  const texts: string[] = [];
  t.after(recordQueries(({ text }) => texts.push(text)));
  for (const query of ['offset=1', 'cursor=', 'orderBy=title', 'total=false&limit=3']) {
    texts.length = 0;
    const { status } = await service.request('GET', `/content/posts?status=publish&${query}`);
    assert.equal(status, 200);
    const at = texts.findIndex((text) => /^select .*"orderKey".* from "items"/.test(text));
    assert.ok(at > 0, query);
    assert.match(texts[at - 1] ?? '', /set local enable_sort = off; set local enable_bitmapscan = off$/, query);
  }
});
