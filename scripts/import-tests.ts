// Imports files of tests, so that they run one after another in one process.

for (const file of process.argv.slice(2)) await import(file);
