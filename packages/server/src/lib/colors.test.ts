import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrastOf, textColorOn, withContrast } from './colors.ts';

test('contrast is that of WCAG', () => {
  assert.equal(contrastOf('#000000', '#ffffff').toFixed(2), '21.00');
  assert.equal(contrastOf('#767676', '#ffffff').toFixed(2), '4.54');
  assert.equal(contrastOf('#ffffff', '#767676').toFixed(2), '4.54');
});

test('text can be read on every color, and every color can be made visible on every background', () => {
  const levels = ['00', '33', '66', '77', '99', 'cc', 'ff'];
  const colors = levels.flatMap((red) => levels.flatMap((green) => levels.map((blue) => `#${red}${green}${blue}`)));
  for (const color of colors) {
    assert.ok(contrastOf(color, textColorOn(color)) >= 4.5, color);
    for (const background of ['#ffffff', '#1b202b', '#1a2129']) {
      const visible = withContrast(color, background, 3);
      assert.ok(contrastOf(visible, background) >= 3, `${color} on ${background}`);
      if (contrastOf(color, background) >= 3) assert.equal(visible, color);
    }
  }
});
