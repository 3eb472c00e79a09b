// The commands of the package of the server, which this package does not contain: for help and for "did you mean".

export const serverCommands: Record<string, { rest: string; summary: string }> = {
  start: { rest: '', summary: 'start the service, as without a command' },
  serve: { rest: '', summary: 'the same as start' },
  migrate: { rest: '', summary: 'apply pending migrations' },
  token: { rest: 'create|list|revoke', summary: 'manage API keys' },
  user: { rest: 'create|reset EMAIL', summary: 'create a user, or print a link for a new password' },
  doctor: { rest: '', summary: 'find out what is wrong with an installation, and what to do' },
  export: { rest: 'FILE', summary: 'write the whole site into an archive' },
  import: { rest: 'FILE', summary: 'import an archive, or with wordpress FILE a WordPress export' },
  backup: { rest: 'FILE|FOLDER', summary: 'write everything into one checked file' },
  restore: { rest: 'FILE', summary: 'restore a backup into an empty place' },
  secrets: { rest: 'reset', summary: 'accept the current key after the previous one was lost' },
};
