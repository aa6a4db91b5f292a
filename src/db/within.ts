import { LibsqlError } from '@libsql/client/web'

/** The result of a promise, or an error at the deadline. */
export async function within<T>(until: number, promise: Promise<T>): Promise<T> {
  const silence = Promise.withResolvers<never>()
  const timer = setTimeout(() => silence.reject(serverSilent()), Math.max(1, until - performance.now()))
  try {
    return await Promise.race([promise, silence.promise])
  } finally {
    clearTimeout(timer)
  }
}

export const serverSilent = () =>
  new LibsqlError('The database server did not answer in time.', 'SERVER_SILENT')
