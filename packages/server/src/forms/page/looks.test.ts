import assert from 'node:assert/strict';
import { test } from 'node:test';
import { picture, upload } from '../../../test/support/media.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { contrastOf } from '../../lib/colors.ts';
import { looksIn } from '../../settings/looks.ts';
import { looksStyle, minContrasts, pageColors } from '../../settings/page-looks.ts';

const fields = [{ name: 'email', type: 'email', label: 'Email' }];

test('a form looks as its site, except for what it chooses itself, on all its pages', async (t) => {
  const service = await startTestService(t);
  const cover = (await upload(service, await picture('png', { width: 900 }), 'cover.png')).body;
  const logo = (await upload(service, await picture('png', { width: 90 }), 'logo.png')).body;
  const looks = { font: 'serif', corners: 'square', backgroundColor: '#ffe0c0', backgroundPicture: cover.id };
  const site = await service.request('PATCH', '/settings', { body: { looks } });
  assert.deepEqual([site.status, site.body.looks], [200, looks]);

  const own = { theme: 'dark', corners: 'round', logo: logo.id, cover: cover.id, brandColor: '#3a2a00' };
  const settings = { looks: { ...own, backgroundPicture: 'none' } };
  const form = await service.request('POST', '/forms', { body: { name: 'Table', fields, settings } });
  assert.deepEqual([form.status, form.body.settings.looks], [201, settings.looks]);
  const basic = (await service.request('POST', '/forms', { body: { name: 'Basic', fields } })).body;
  const open = async (url: string) => (await service.app.inject({ url })).payload;

  for (const path of [`/f/${form.body.slug}`, `/f/${form.body.slug}/thanks`]) {
    const { payload, headers } = await service.app.inject({ url: path });
    assert.match(payload, /--font: ui-serif, [^;]+; --corner: \.9rem; --card-corner: 1\.5rem \}/, path);
    assert.match(payload, /:root \{ color-scheme: dark; [^}]+\}\n/, path);
    assert.doesNotMatch(payload, /prefers-color-scheme|url\(/, path);
    const start = `<main>\n<img class="cover" src="/media/${cover.id}/cover?width=1280&#38;format=webp" alt="">\n`;
    assert.ok(payload.includes(`${start}<p class="brand"><img src="/media/${logo.id}/logo`), path);
    assert.match(String(headers['content-security-policy']), /style-src 'sha256-[^']+'; img-src 'self';/, path);
  }
  const other = await open(`/f/${basic.slug}`);
  assert.match(other, /--corner: 0rem;[\s\S]*prefers-color-scheme: dark/);
  assert.ok(other.includes(`url("/media/${cover.id}/background?width=1920&format=webp")`));

  // What the address says comes first; a preview leaves out what is stored with the form.
  const withLooks = (given: object) => open(`/f/${form.body.slug}?looks=${encodeURIComponent(JSON.stringify(given))}`);
  const changed = await withLooks({ corners: 'soft', font: 'x}body{', cover: 'none' });
  assert.match(changed, /ui-serif[^;]+; --corner: \.4rem[\s\S]*color-scheme: dark[\s\S]*class="brand"/);
  assert.match(changed, /action="[^"]+\?looks=%7B/);
  assert.doesNotMatch(changed, /x\}|class="cover"/);
  assert.match(await withLooks({ replaces: true }), /--corner: 0rem[\s\S]*color-scheme: light dark[\s\S]*url\(/);
  for (const wrong of ['%7B', '3', 'null', '%22x%22'])
    assert.match(await open(`/f/${form.body.slug}?looks=${wrong}`), /--corner: \.9rem/);
  assert.match(await open('/form-looks?looks={"font":"mono"}'), /ui-monospace[\s\S]*<h1>Book a table/);

  // What shows a picture is named, and is without it when it is deleted.
  const options = [{ value: 'sea', label: 'By the sea', image: cover.id }, 'inside'];
  const room = { name: 'room', type: 'radio', label: 'Room', options };
  const rooms = (await service.request('POST', '/forms', { body: { name: 'Rooms', fields: [room] } })).body;
  const uses = async (token?: string) =>
    (await service.request('GET', `/media/${cover.id}/uses`, token ? { token } : {})).body;
  const named = ({ id, slug, name }: Record<string, string>) => ({ id, slug, name });
  assert.deepEqual(await uses(), {
    items: [],
    total: 0,
    nextCursor: null,
    forms: [rooms, form.body].map(named),
    site: ['looks'],
  });
  assert.deepEqual((await uses(await service.tokenWith('content:read', `forms:read:${rooms.id}`))).forms, [
    named(rooms),
  ]);
  const refused = await service.request('DELETE', `/media/${cover.id}`);
  assert.deepEqual([refused.status, refused.body.code], [409, 'still_referenced']);
  assert.match(refused.body.detail, /^Forms that show it: "Rooms", "Table". The site shows it on its pages$/);
  assert.equal((await service.request('DELETE', `/media/${cover.id}?references=clear`)).status, 200);
  assert.doesNotMatch((await open(`/f/${form.body.slug}`)) + (await open(`/f/${basic.slug}`)), /class="cover"|url\(/);
  const stored = async (id: string) => (await service.request('GET', `/forms/${id}`)).body;
  const cleared = await stored(form.body.id);
  assert.deepEqual(cleared.settings.looks, { ...settings.looks, cover: 'none' });
  const { backgroundPicture: _deleted, ...left } = looks;
  assert.deepEqual((await service.request('GET', '/settings')).body.looks, left);
  assert.deepEqual((await stored(rooms.id)).fields[0].options, [{ value: 'sea', label: 'By the sea' }, 'inside']);
  // An editor that has it open notices, and every part can be stored again.
  for (const { id, version } of [form.body, rooms]) {
    const now = await stored(id);
    assert.equal(now.version, version + 1);
    const body = {
      fields: now.fields,
      settings: { ...now.settings, looks: { ...now.settings.looks, corners: 'soft' } },
    };
    assert.equal((await service.request('PATCH', `/forms/${id}`, { body })).status, 200);
  }
});

test('looks that cannot be are refused, each with a sentence', async (t) => {
  const service = await startTestService(t);
  const secret = (await upload(service, await picture('png'), 'a.png', { texts: { private: 'true' } })).body;
  const wrong: [looks: object, member: string, detail: RegExp][] = [
    [{ cover: 'med_unknown' }, 'cover', /^is not a file of the media library$/],
    [{ backgroundPicture: secret.id }, 'backgroundPicture', /not private/],
    [{ font: 'Comic Sans' }, 'font', /sans/],
    [{ backgroundColor: '#fff' }, 'backgroundColor', /./],
    [{ backgroundColor: '#ffffff;}' }, 'backgroundColor', /./],
    [{ colour: '#ffffff' }, 'colour', /./],
  ];
  for (const [looks, member, detail] of wrong) {
    const form = { name: 'Table', fields, settings: { looks } };
    const answers = [
      await service.request('POST', '/forms', { body: form }),
      await service.request('PATCH', '/settings', { body: { looks } }),
    ];
    for (const [index, { status, body }] of answers.entries()) {
      const [fault] = body.errors;
      assert.deepEqual([status, fault.pointer], [422, `${['/settings', ''][index]}/looks/${member}`], member);
      assert.match(fault.detail, detail, member);
    }
  }
});

test('every color gets texts and controls that can be seen, in the light and in the dark', async (t) => {
  const service = await startTestService(t);
  const parts = ['00', '40', '80', 'b0', 'ff'];
  const colors = parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)));
  for (const scheme of ['light', 'dark'] as const) {
    for (const [index, backgroundColor] of [null, ...colors].entries()) {
      for (const brandColor of [null, backgroundColor, colors[(index * 7) % colors.length] ?? null]) {
        const { text, controls } = minContrasts(pageColors(scheme, { brandColor, backgroundColor }));
        assert.ok(text >= 4.5 && controls >= 3, `${scheme} ${brandColor} ${backgroundColor}: ${text} ${controls}`);
      }
    }
  }
  const { status, body } = await service.request('GET', '/looks/colors?brandColor=%23ffee00&backgroundColor=%23fff4d6');
  assert.equal(status, 200);
  // Yellow cannot be seen on white, and a pale background would dazzle in the dark.
  assert.deepEqual(
    body.adjusted.map(({ color, scheme }: Record<string, string>) => [color, scheme]),
    [
      ['brandColor', 'light'],
      ['backgroundColor', 'dark'],
    ],
  );
  assert.equal(body.light.page, '#fff4d6');
  assert.ok(
    contrastOf(body.dark.page, '#ffffff') > 13 && body.dark.accent === '#ffee00' && body.light.textContrast >= 4.5,
  );
  assert.equal((await service.request('GET', '/looks/colors?brandColor=red')).status, 400);
});

test('nothing that was stored by other means gets into a style', () => {
  for (const bad of [
    'red; } body { display: none',
    '</style><script>',
    'url(//evil.example/x)',
    '#ffffff\n',
    'toString',
    {},
    1,
  ])
    assert.deepEqual(looksIn({ font: bad, corners: bad, theme: bad, backgroundColor: bad, brandColor: bad }), {});
  assert.deepEqual([looksIn(null), looksIn('x'), looksIn([])], [{}, {}, {}]);
  const looks = { coverUrl: null, backgroundUrl: '/media/x/a") url("//evil.example' };
  assert.throws(() => looksStyle('auto', { brandColor: null, looks }), /Not an address/);
});
