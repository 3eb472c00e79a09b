// A command of the service: its faults are one line that names the command and its help, as those of the client are, and end
// with 2. Its examples are shown by the help and by docs/commands.md.

import { Command, Help } from 'commander';

/** It could not run at all, as with the commands of the client. */
const wrongCommandLine = 2;

export class ServerCommand extends Command {
  /** Whole command lines. */
  readonly examples: string[] = [];

  constructor(name?: string) {
    super(name);
    this.helpOption('-h, --help', 'show this').helpCommand(false);
    // Also a group of commands without one: commander shows its help and would end with 1.
    this.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : wrongCommandLine));
  }

  override createCommand(name?: string): ServerCommand {
    return new ServerCommand(name);
  }

  override createHelp(): Help {
    const help = new Help();
    help.commandDescription = ({ description }) => sentence(description.call(this));
    // Options last, as in all commands.
    help.commandUsage = (command) => {
      const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
      const words = command.registeredArguments.map((argument) => `<${argument.name()}>`);
      return [(command as ServerCommand).words, ...(isGroup ? ['<verb> …'] : words), '[options]'].join(' ');
    };
    return help;
  }

  /** The words that call it: `frontdesk token create`. */
  get words(): string {
    return this.parent instanceof ServerCommand ? `${this.parent.words} ${this.name()}` : this.name();
  }

  withExamples(...examples: string[]): this {
    this.examples.push(...examples);
    return this.addHelpText('after', `\nExamples:\n${examples.map((example) => `  ${example}`).join('\n')}`);
  }

  override error(message: string): never {
    const [fault = '', suggestion = ''] = message.replace(/^error: /, '').split('\n');
    const [, similar] = /Did you mean (?:one of )?(.*)\?\)/.exec(suggestion) ?? [];
    const meant = similar === undefined ? '' : ` Did you mean ${similar}?`;
    console.error(`${this.words}: ${fault.replace(/\.$/, '')}.${meant} (${this.words} --help)`);
    return process.exit(wrongCommandLine);
  }
}

function sentence(text: string): string {
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
