type Fault = (request: Request) => Response | Promise<Response> | null

/** A store of objects that speaks the part of S3 that backups use; `fail` answers in place of it. */
export function startS3() {
  const objects = new Map<string, Uint8Array>()
  const uploads = new Map<string, Map<number, Uint8Array>>()
  let fail: Fault = () => null
  let number = 0

  const xml = (text: string) =>
    new Response(`<?xml version="1.0" encoding="UTF-8"?>${text}`, {
      headers: { 'content-type': 'application/xml' },
    })
  const fault = (status: number, code: string) =>
    new Response(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`, {
      status,
    })

  async function put(key: string, query: URLSearchParams, request: Request): Promise<Response> {
    const bytes = new Uint8Array(await request.arrayBuffer())
    const upload = uploads.get(query.get('uploadId') ?? '')
    if (upload) upload.set(Number(query.get('partNumber')), bytes)
    else objects.set(key, bytes)
    return new Response('', { headers: { etag: `"${Bun.hash(bytes)}"` } })
  }

  function post(key: string, query: URLSearchParams): Response {
    if (query.has('uploads')) {
      const id = `upload-${++number}`
      uploads.set(id, new Map())
      return xml(
        `<InitiateMultipartUploadResult><Bucket>b</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const id = query.get('uploadId') ?? ''
    const parts = [...(uploads.get(id) ?? [])].sort(([one], [other]) => one - other)
    objects.set(key, Buffer.concat(parts.map(([, bytes]) => bytes)))
    uploads.delete(id)
    return xml(
      `<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"x"</ETag></CompleteMultipartUploadResult>`,
    )
  }

  function list(query: URLSearchParams): Response {
    const after = query.get('start-after') ?? ''
    const keys = [...objects.keys()]
      .filter((key) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort()
    // Small pages, so that a test with a few backups reads several.
    const page = keys.slice(0, 5)
    const contents = page.map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>"x"</ETag><Size>${objects.get(key)?.length}</Size><StorageClass>STANDARD</StorageClass></Contents>`,
    )
    return xml(
      `<ListBucketResult><Name>b</Name><IsTruncated>${page.length < keys.length}</IsTruncated><KeyCount>${page.length}</KeyCount><MaxKeys>5</MaxKeys>${contents.join('')}</ListBucketResult>`,
    )
  }

  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const planted = await fail(request)
      if (planted) return planted
      const { pathname, searchParams } = new URL(request.url)
      const [, bucket, ...rest] = decodeURIComponent(pathname).split('/')
      if (!request.headers.get('authorization')?.includes('Credential=access/'))
        return fault(403, 'AccessDenied')
      if (bucket !== 'bucket') return fault(404, 'NoSuchBucket')
      const key = rest.join('/')
      if (key === '') return list(searchParams)
      if (request.method === 'PUT') return put(key, searchParams, request)
      if (request.method === 'POST') return post(key, searchParams)
      if (request.method === 'DELETE') {
        if (searchParams.has('uploadId')) uploads.delete(searchParams.get('uploadId') ?? '')
        else objects.delete(key)
        return new Response(null, { status: 204 })
      }
      const bytes = objects.get(key)
      if (!bytes) return fault(404, 'NoSuchKey')
      return new Response(request.method === 'HEAD' ? null : bytes, {
        headers: { 'content-length': String(bytes.length), etag: '"x"' },
      })
    },
  })

  return {
    objects,
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${server.port}`,
      S3_ACCESS_KEY_ID: 'access',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    fault,
    /** Answers requests by `act` for which it does not return null, until the next call. */
    failWith(act: Fault) {
      fail = act
    },
    stop: () => server.stop(true),
  }
}
