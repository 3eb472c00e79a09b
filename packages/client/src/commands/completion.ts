// `frontdesk completion`: what shells need to complete the words of a command line.

import { UsageError } from '../cli/command-error.ts';
import { type AnyCommand, defineLocalCommand } from '../cli/define-command.ts';
import { serverCommands } from '../cli/server-commands.ts';

/** A word that may stand at a place, and what it means. */
type Word = { word: string; about: string };

/** By what stands before: nothing, `items`, `items list`. */
type Words = Map<string, Word[]>;

const shells = { bash: inBash, zsh: inZsh, fish: inFish };

export const completion = defineLocalCommand({
  name: 'completion',
  summary: 'print a script that completes commands and options: for bash, zsh or fish',
  args: '<shell>',
  options: {},
  hasJson: false,
  notes: 'Put its output where your shell looks for completions, or load it at the start of the shell.',
  examples: [
    'frontdesk completion bash > ~/.local/share/bash-completion/completions/frontdesk',
    'frontdesk completion zsh > ~/.zfunc/_frontdesk',
    'frontdesk completion fish > ~/.config/fish/completions/frontdesk.fish',
  ],
  async runHere({ args: [shell = ''], commands }) {
    if (!Object.hasOwn(shells, shell)) throw new UsageError(`<shell> must be bash, zsh or fish, not "${shell}"`);
    console.log(shells[shell as keyof typeof shells](wordsOf(commands)));
    return undefined;
  },
});

function wordsOf(commands: readonly AnyCommand[]): Words {
  const words: Words = new Map();
  const add = (before: string, word: string, about: string): void => {
    const known = words.get(before) ?? [];
    if (!known.some((each) => each.word === word)) words.set(before, [...known, { word, about }]);
  };
  for (const { name, summary, options, scopes, hasJson = true } of commands) {
    const [first = '', second] = name.split(' ');
    const isGroup = second !== undefined;
    add('', first, isGroup ? `${first}: several commands` : summary);
    if (isGroup) add(first, second, summary);
    for (const [option, { help }] of Object.entries(options)) add(name, `--${option}`, help);
    if (scopes !== undefined) add(name, '--url', 'the URL of the service');
    if (scopes !== undefined) add(name, '--token', 'an API key');
    if (hasJson) add(name, '--json', 'print JSON');
    add(name, '--help', 'show its options and examples');
  }
  for (const { name, summary, options } of serverCommands) {
    const [first = '', second] = name.split(' ');
    add('', first, second === undefined ? summary : `${first}: several commands`);
    if (second !== undefined) add(first, second, summary);
    for (const [option, help] of Object.entries(options)) add(name, `--${option}`, help);
    add(name, '--help', 'show its options and examples');
  }
  return words;
}

function inBash(words: Words): string {
  const cases = [...words].map(
    ([before, list]) => `    "${before}") words="${list.map(({ word }) => word).join(' ')}" ;;`,
  );
  return `# Completion of frontdesk for bash.
_frontdesk() {
  local current="\${COMP_WORDS[COMP_CWORD]}" before="" words="" at
  for ((at = 1; at < COMP_CWORD && at < 3; at++)); do
    case "\${COMP_WORDS[at]}" in -*) break ;; esac
    case "$before" in
      "") before="\${COMP_WORDS[at]}" ;;
      ${groupsOf(words).join('|')}) before="$before \${COMP_WORDS[at]}" ;;
    esac
  done
  case "$before" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _frontdesk frontdesk`;
}

function inZsh(words: Words): string {
  const cases = [...words].map(
    ([before, list]) =>
      `    "${before}") words=(${list.map(({ word, about }) => quote(`${word}:${about}`)).join(' ')}) ;;`,
  );
  return `#compdef frontdesk
# Completion of frontdesk for zsh.
_frontdesk() {
  local before="" at
  local -a words_before
  words_before=("\${(@)words[2,CURRENT-1]}")
  for at in "\${(@)words_before[1,2]}"; do
    [[ "$at" == -* ]] && break
    case "$before" in
      "") before="$at" ;;
      ${groupsOf(words).join('|')}) before="$before $at" ;;
    esac
  done
  local -a words
  case "$before" in
${cases.join('\n')}
  esac
  (( \${#words} )) && _describe 'frontdesk' words
  _files
}
if [ "$funcstack[1]" = "_frontdesk" ]; then _frontdesk "$@"; else compdef _frontdesk frontdesk; fi`;
}

function inFish(words: Words): string {
  const lines = [...words].flatMap(([before, list]) =>
    list.map(({ word, about }) => {
      const [first, second] = before.split(' ');
      const seconds = (words.get(first ?? '') ?? []).map((each) => each.word).filter((each) => !each.startsWith('-'));
      const isGroup = seconds.length > 0;
      const condition =
        before === ''
          ? '__fish_use_subcommand'
          : second === undefined
            ? `__fish_seen_subcommand_from ${first}${isGroup ? `; and not __fish_seen_subcommand_from ${seconds.join(' ')}` : ''}`
            : `__fish_seen_subcommand_from ${first}; and __fish_seen_subcommand_from ${second}`;
      const what = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c frontdesk -n ${quote(condition)} ${what} -d ${quote(about)}`;
    }),
  );
  return ['# Completion of frontdesk for fish.', ...lines].join('\n');
}

/** The first words that are followed by another one. */
function groupsOf(words: Words): string[] {
  return [...words]
    .filter(([before, list]) => before !== '' && list.some(({ word }) => !word.startsWith('-')))
    .map(([before]) => before);
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '').replaceAll("'", '’')}'`;
}
