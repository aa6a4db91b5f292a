import type { Bundle } from './bundle.ts'

let loaded: Promise<Bundle> | undefined

/** The bundle of the browser code, made or read at first use: a server that nobody looks at pays nothing for it. */
export function loadBundle(): Promise<Bundle> {
  loaded ??= import('./bundle.ts').then(({ bundle }) => bundle())
  return loaded
}

export type ServedFile = { type: string; gzip: Uint8Array<ArrayBuffer> }

const served = new Map<string, Promise<ServedFile>>()

/** A file of the bundle, gzipped; null where there is none of that name. */
export async function findAsset(name: string): Promise<ServedFile | null> {
  const { files } = await loadBundle()
  const file = Object.hasOwn(files, name) ? files[name] : undefined
  if (!file) return null
  const known =
    served.get(name) ?? file.gzip().then((gzip) => ({ type: file.type, gzip: new Uint8Array(gzip) }))
  served.set(name, known)
  return known
}
