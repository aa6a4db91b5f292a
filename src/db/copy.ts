import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Writes a file or the entries of a folder to the disk. */
export function syncFile(file: string) {
  const descriptor = openSync(file, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

const worker = `
  const { Database } = require('bun:sqlite')
  self.onmessage = ({ data: { from, to } }) => {
    try {
      const database = new Database(from, { readonly: true })
      database.run('vacuum into ?', [to])
      database.close()
      self.postMessage(null)
    } catch (error) {
      self.postMessage(error.message)
    }
  }`

/** Copies a database in a separate thread, so that the process can answer health checks meanwhile. */
export async function vacuumInto(from: string, to: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([worker], { type: 'text/javascript' }))
  const thread = new Worker(address)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  thread.onmessage = ({ data }) => (data === null ? resolve() : reject(new Error(data)))
  thread.onerror = ({ message }) => reject(new Error(message))
  thread.postMessage({ from, to })
  try {
    await promise
  } finally {
    thread.terminate()
    URL.revokeObjectURL(address)
  }
}
