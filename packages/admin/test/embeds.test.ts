// What is stored for an embed loads nothing, and every form of an embed is read as the same player.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { embedHtml, readEmbed } from '../src/content/editor/document/embeds.ts';

const player = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';

test('an embed is stored as a link in the elements of WordPress, and with its comments in a text that has them', () => {
  const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=4';
  const html = embedHtml(` ${url} `, 'A <tour> & more', 'html') ?? '';
  assert.equal(
    html,
    '<figure class="wp-block-embed is-type-video is-provider-youtube wp-block-embed-youtube"><div class="wp-block-embed__wrapper">' +
      '<a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=4">A &lt;tour&gt; &amp; more</a></div></figure>',
  );
  const read = readEmbed(html);
  assert.deepEqual([read?.service, read?.title, read?.player], ['YouTube', 'A <tour> & more', player]);
  const wordPress = embedHtml('https://vimeo.com/76979871', '', 'wordpress') ?? '';
  assert.equal(
    wordPress,
    '<!-- wp:embed {"url":"https://vimeo.com/76979871","type":"video","providerNameSlug":"vimeo","responsive":true} -->\n' +
      '<figure class="wp-block-embed is-type-video is-provider-vimeo wp-block-embed-vimeo"><div class="wp-block-embed__wrapper">\n' +
      'https://vimeo.com/76979871\n</div></figure>\n<!-- /wp:embed -->',
  );
  assert.equal(readEmbed(wordPress)?.player, 'https://player.vimeo.com/video/76979871');
});

test('embeds of any age are read, and nothing else is', () => {
  const services = {
    [`<figure class="embed"><iframe src="${player}" title="Tour"></iframe></figure>`]: player,
    '<iframe width="1" src="https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0"></iframe>': player,
    '<!-- wp:core-embed/spotify {"url":"https://open.spotify.com/album/1a"} -->x':
      'https://open.spotify.com/embed/album/1a',
    '<figure class="wp-block-embed"><a href="https://soundcloud.com/a/b">B</a></figure>':
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb',
    '<iframe src="https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb"></iframe>':
      'https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fa%2Fb',
  };
  for (const [html, expected] of Object.entries(services)) assert.equal(readEmbed(html)?.player, expected, html);
  for (const html of [
    '<p><a href="https://youtu.be/dQw4w9WgXcQ">A video</a></p>',
    '<figure><img src="https://vimeo.com/1"></figure>',
    '<iframe src="https://evil.example/?https%3A//youtu.be/dQw4w9WgXcQ"></iframe>',
    '<!-- wp:embed {"url":"https://example.com"} -->',
  ])
    assert.equal(readEmbed(html), null, html);
  assert.equal(embedHtml('https://youtu.be/dQw4w9WgXcQ?"><script>', '', 'html'), null);
  assert.equal(embedHtml('https://evil.example/watch?v=dQw4w9WgXcQ', '', 'html'), null);
});
