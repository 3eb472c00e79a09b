import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cpuMs } from '../../test/support/busy-time.ts';
import { readHtmlText } from './html-text.ts';
import { readSearch } from './search-query.ts';
import { makeExcerpt, searchWords, writtenText } from './text.ts';

describe('text of HTML', () => {
  const examples: [string, string][] = [
    ['<p>Hello <b>wor</b>ld</p><p>next</p>', 'Hello world next'],
    ['one<br>two<br/>three', 'one two three'],
    ['a < b and c > d, i <3 you', 'a < b and c > d, i <3 you'],
    ['<a title="a > b" href=\'x>y\'>link</a>', 'link'],
    ["<p title=it's>text</p>", 'text'],
    ['x<!-- <p>hidden</p> -->y', 'xy'],
    ['<!-- wp:paragraph {"align":"left"} --><p>block</p><!-- /wp:paragraph -->', 'block'],
    ['x<!-->y', 'xy'],
    ['before<script>if (a < b) alert("</p>")</script >after', 'before after'],
    ['a<STYLE>p{}</style>b', 'a b'],
    ['<scripty>kept</scripty>', 'kept'],
    ['cut off <a href="', 'cut off'],
    ['cut off <!-- here', 'cut off'],
    ['<?php echo 1 ?>x<!DOCTYPE html>y', 'xy'],
    ['Fish &amp; chips &lt;b&gt; &amp;lt; &nbsp; &eacute;&Uuml;&szlig;&ccedil;', 'Fish & chips <b> &lt; éÜßç'],
    ['&#8217;&#x2019;&#146;&#0;&#xD800;&#x110000;&unknown;&amp', '’’’���&unknown;&amp'],
    ['&constructor;&__proto__;', '&constructor;&__proto__;'],
    ['soft&shy;hyphen', 'softhyphen'],
    ['&nGt;&NotEqualTilde;&hearts;&Zcaron;', '≫⃒≂̸♥Ž'],
    ['[gallery ids="1,2"] text [caption id="a"]<img>photo[/caption]', 'text photo'],
    ['a [box]inner[/box] [note to self] [1] [x y="z" /]', 'a inner [note to self] [1]'],
    ['&#91;gallery&#93;', '[gallery]'],
  ];
  for (const [html, text] of examples) {
    test(JSON.stringify(html), () => assert.equal(readHtmlText(html).all, text));
  }

  test('prose has neither the numbers of footnotes nor notes and tables, which the text has', () => {
    const note = '<sup data-fn="a1" class="fn"><a href="#a1" id="a1-link">1</a></sup>';
    const table = '<figure><table><tr><td>Berth<table><tr><td>12</td></tr></table>metres</td></tr></table></figure>';
    const notes = '<ol class="x wp-block-footnotes"><li id="a1">See the <ol><li>chart</li></ol> first</li></ol>';
    const html = `<p>The harbour${note} is deep, x<sup>2</sup>.</p>${table}<ol><li>Moor</li></ol>${notes}<p>End<script>1</script></p>`;
    const { all, prose } = readHtmlText(html);
    assert.equal(prose, 'The harbour is deep, x2. Moor End');
    assert.equal(all, 'The harbour is deep, x2. Berth 12 metres Moor See the chart first End');
    assert.equal(readHtmlText('<p>a <table>b').prose, 'a');
  });

  test('a megabyte of anything takes linear time', async () => {
    const tags = [
      '<',
      '</',
      '<a ',
      '<a b="',
      "<a b='",
      '<a =',
      '<br ',
      '<p>',
      '<i>',
      '<svg>',
      '<xmp>',
      '<plaintext>',
      '<table>',
      '<ol class="wp-block-footnotes">',
    ];
    const markup = ['<!--', '<![CDATA[', '<script>', '<script></script>', '</script', '&', '&#', '&notit;'];
    const texts = ['[', '[a ', '[a b=', '[/a]', '\u0300', '\u0651', 'あ', 'a\u0300', ' ', '*'];
    const repeated = [...tags, ...markup, ...texts].map((part) => part.repeat(2 ** 20 / part.length));
    const neverClosed = '<i>'.repeat(2 ** 17) + '</b>'.repeat(2 ** 17);
    for (const hostile of [...repeated, neverClosed]) {
      const duration = await cpuMs(() => {
        makeExcerpt(readHtmlText(hostile).prose);
        makeExcerpt(hostile);
        searchWords(hostile);
        writtenText(hostile);
        readSearch(hostile);
      });
      assert.ok(duration < 5000, `${JSON.stringify(hostile.slice(0, 20))}: ${duration} ms`);
    }
  });
});
