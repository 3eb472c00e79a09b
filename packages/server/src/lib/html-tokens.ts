// Reads HTML token by token, in linear time whatever the input: a parser searches all open elements at each tag, which
// takes seconds for 900 kB of `<div>`.

import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';

const ignore = () => {};
const none: TokenizerCallbacks = {
  ontext: ignore,
  ontextentity: ignore,
  onopentagname: ignore,
  onopentagend: ignore,
  onselfclosingtag: ignore,
  onclosetag: ignore,
  onattribname: ignore,
  onattribdata: ignore,
  onattribentity: ignore,
  onattribend: ignore,
  oncomment: ignore,
  oncdata: ignore,
  ondeclaration: ignore,
  onprocessinginstruction: ignore,
  onend: ignore,
};

/** Calls the handlers with places in the source, where character references are as they were written. */
export function readTokens(html: string, handlers: Partial<TokenizerCallbacks>): void {
  const tokenizer = new Tokenizer({ decodeEntities: false }, { ...none, ...handlers });
  tokenizer.write(html);
  tokenizer.end();
}
