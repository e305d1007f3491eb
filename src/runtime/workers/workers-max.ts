/** Each has all records in memory, and three connections to PostgreSQL, which takes a hundred by default. */
export const WORKERS_MAX = 16
