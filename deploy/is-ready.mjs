// Ends with 0 if the service in this container answers and can reach its database, otherwise with 1.
const answer = await fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;
