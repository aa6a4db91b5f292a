import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type Entry, tar } from './tar.ts'

type Descriptor = {
  mediaType: string
  digest: string
  size: number
  platform?: { architecture: string; os: string }
}
type Index = { manifests: Descriptor[] }
type Manifest = { config: Descriptor; layers: Descriptor[] }
type ImageConfig = {
  architecture: string
  os: string
  created?: string
  config?: { Env?: string[]; User?: string }
  rootfs: { type: 'layers'; diff_ids: string[] }
  history?: { created?: string; created_by?: string }[]
}

export type Image = { architecture: 'amd64' | 'arm64'; binary: Uint8Array }
export type ImageContents = {
  version: string
  notices: Uint8Array
  license: Uint8Array
  images: Image[]
  /** An image layout with the C library and certificates, for each architecture. */
  base: string
}

const types = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
}
/** The user "nonroot" of the base. */
const nonroot = 65532

/** An image for several architectures, as a tar archive of an OCI image layout: the base and one layer on it. */
export function imageArchive(contents: ImageContents, time: Date): Buffer {
  const blobs = new Map<string, Uint8Array>()
  const store = (mediaType: string, bytes: Uint8Array): Descriptor => {
    const digest = digestOf(bytes)
    blobs.set(digest, bytes)
    return { mediaType, digest, size: bytes.length }
  }
  const manifests = contents.images.map((image) => {
    const { architecture } = image
    const base = readBase(contents.base, architecture)
    for (const layer of base.layers) blobs.set(layer.digest, readBlob(contents.base, layer.digest))
    const layer = tar(filesOf(contents, image), time)
    const config = configOf(base.config, digestOf(layer), contents.version, time)
    const manifest = {
      schemaVersion: 2,
      mediaType: types.manifest,
      config: store(types.config, toJson(config)),
      layers: [...base.layers, store(types.layer, gzipSync(layer, { level: 6 }))],
    }
    return { ...store(types.manifest, toJson(manifest)), platform: { architecture, os: 'linux' } }
  })
  const index = { schemaVersion: 2, mediaType: types.index, manifests }
  const top = {
    ...store(types.index, toJson(index)),
    annotations: { 'org.opencontainers.image.ref.name': contents.version },
  }
  return tar(
    [
      { path: 'oci-layout', bytes: toJson({ imageLayoutVersion: '1.0.0' }) },
      { path: 'index.json', bytes: toJson({ schemaVersion: 2, mediaType: types.index, manifests: [top] }) },
      ...[...blobs].map(([digest, bytes]): Entry => ({ path: pathOf(digest), bytes })),
    ],
    time,
  )
}

const filesOf = ({ notices, license }: ImageContents, { binary }: Image): Entry[] => [
  { path: 'data/', owner: nonroot },
  { path: 'usr/local/bin/herald', bytes: binary, mode: 0o755 },
  { path: 'usr/share/doc/herald/LICENSE', bytes: license },
  { path: 'usr/share/doc/herald/NOTICES.txt', bytes: notices },
]

/** The configuration of the base with the settings of the Dockerfile. */
function configOf(base: ImageConfig, diffId: string, version: string, time: Date): ImageConfig {
  const created = time.toISOString()
  return {
    ...base,
    created,
    config: {
      ...base.config,
      Env: [...(base.config?.Env ?? []), 'HOST=0.0.0.0', 'PORT=3000', 'DATA_DIR=/data'],
      ...{ Entrypoint: ['/usr/local/bin/herald'], Cmd: ['serve'] },
      ...{ ExposedPorts: { '3000/tcp': {} }, Volumes: { '/data': {} } },
      ...{ Labels: { 'org.opencontainers.image.version': version } },
    },
    rootfs: { type: 'layers', diff_ids: [...base.rootfs.diff_ids, diffId] },
    history: [...(base.history ?? []), { created, created_by: 'bun run release' }],
  }
}

/** The layers and the configuration of a base for an architecture. */
function readBase(folder: string, architecture: string): { layers: Descriptor[]; config: ImageConfig } {
  let index: Index = parse(readFileSync(join(folder, 'index.json')))
  for (;;) {
    const found =
      index.manifests.find(
        ({ platform }) => platform?.architecture === architecture && platform.os === 'linux',
      ) ?? index.manifests.find(({ platform }) => platform === undefined)
    if (!found) throw new Error(`The image in ${folder} has no manifest for ${architecture}.`)
    const content = parse<Index | Manifest>(readBlob(folder, found.digest))
    if ('manifests' in content) {
      index = content
      continue
    }
    return { layers: content.layers, config: parse(readBlob(folder, content.config.digest)) }
  }
}

function readBlob(folder: string, digest: string): Buffer {
  const bytes = readFileSync(join(folder, pathOf(digest)))
  if (digestOf(bytes) !== digest) throw new Error(`The blob ${digest} in ${folder} is damaged.`)
  return bytes
}

const digestOf = (bytes: Uint8Array) => `sha256:${createHash('sha256').update(bytes).digest('hex')}`
const pathOf = (digest: string) => `blobs/${digest.replace(':', '/')}`
const toJson = (value: unknown) => Buffer.from(JSON.stringify(value))
const parse = <T>(bytes: Uint8Array): T => JSON.parse(Buffer.from(bytes).toString()) as T
