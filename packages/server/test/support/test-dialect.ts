// The database that the tests use: TEST_DIALECT=postgres, or SQLite.

export const testDialect = process.env.TEST_DIALECT === 'postgres' ? 'postgres' : 'sqlite';
