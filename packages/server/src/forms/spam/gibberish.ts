// Words of random letters: what a program writes into a field that it does not understand.

/** Two consonants that follow each other somewhere in a language of Europe, or in names. Others are rare in any. */
const pairs =
  'bb bc bd bl bn br bs bt bv cc ch ck cl cm cn cq cr cs ct cz dc dd df dg dh dj dk dl dm dn dp dr ds dt dv dw dz ' +
  'fb fd ff fg fh fj fk fl fm fn fr fs ft gb gd gf gg gh gj gk gl gm gn gr gs gt gv gw gz hb hc hd hf hg hh hj hk hl hm hn hr hs ht hv hw hz ' +
  'jc jd jk jl jm jn jr js jt jz kb kc kd kf kg kh kj kk kl km kn kp kr ks kt kv kw kz lb lc ld lf lg lh lj lk ll lm ln lp lq lr ls lt lv lw lx lz ' +
  'mb mc md mf mg mh mj mk ml mm mn mp mr ms mt mv mw mz nb nc nd nf ng nh nj nk nl nm nn np nq nr ns nt nv nw nx nz ' +
  'pc pd pf pg ph pj pk pl pm pn pp pr ps pt pv pw rb rc rd rf rg rh rj rk rl rm rn rp rq rr rs rt rv rw rx rz ' +
  'sb sc sd sf sg sh sj sk sl sm sn sp sq sr ss st sv sw sz tb tc td tf tg th tj tk tl tm tn tp tr ts tt tv tw tz ' +
  'vb vc vd vg vh vj vk vl vm vn vp vr vs vt vv vz wb wc wd wf wg wh wj wk wl wm wn wp wr ws wt ww wz xc xf xh xl xp xt xx ' +
  'zb zc zd zg zh zk zl zm zn zp zr zs zt zv zw zz';
const usual = new Set(pairs.split(' '));

const minLength = 6;

const tokens = /[\p{L}\p{M}\p{N}]+(?:[-_/][\p{L}\p{M}\p{N}]+)*/gu;
/** Order numbers, UUIDs, IBANs and the like: with a digit, or groups of capitals. Letters of such a code say nothing. */
const code = /\p{N}|^\p{Lu}+(?:[-_/]\p{Lu}+)+$|^[a-f]+$/u;

/** The words of a text, letters only, without those of codes. */
export function wordsBesideCodes(text: string): string[] {
  return (text.match(tokens) ?? [])
    .filter((token) => !code.test(token))
    .flatMap((token) => token.match(/\p{L}+/gu) ?? []);
}

/** Whether a word of Latin letters, as it is written, looks as if it cannot be said aloud. */
export function isGibberish(word: string): boolean {
  if (word.length < minLength || !/^\p{Script=Latin}+$/u.test(word)) return false;
  // Names of products and of code begin parts with capitals: few of them.
  const changes = word.match(/\p{Ll}(?=\p{Lu})/gu)?.length ?? 0;
  const inner = word.match(/\p{Lu}(?=\p{Ll})/gu)?.length ?? 0;
  const isCapitalized = /^\p{Lu}?\p{Ll}*$/u.test(word) || /^\p{Lu}+$/u.test(word);
  const folded = word.toLowerCase();
  const runs = folded.match(/[bcdfghjklmnpqrstvwxz]+/g) ?? [];
  let strange = changes >= 3 || (!isCapitalized && changes + inner >= 3) ? 1 : 0;
  for (const run of runs) {
    if (run.length >= 5) strange += 1;
    for (let at = 1; at < run.length; at++) if (!usual.has(run.slice(at - 1, at + 1))) strange += 1;
  }
  if (/[aeiouy]{4}/.test(folded)) strange += 1;
  return strange >= 2 || (strange === 1 && (!isCapitalized || folded.length >= 14));
}
