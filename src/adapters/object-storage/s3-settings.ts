export type S3Settings = {
  readonly bucket: string
  /** Between the bucket and the names of blobs; empty, or ends with a slash. */
  readonly prefix: string
  /** The origin of another service than AWS; undefined: AWS. */
  readonly endpoint?: string | undefined
  readonly region: string
  /** The bucket is in the path, and not in the name of the host. */
  readonly pathStyle: boolean
  readonly accessKeyId: string
  readonly secretAccessKey: string
  readonly sessionToken?: string | undefined
}

export const S3_ADDRESS_HINT =
  'Give s3://BUCKET, or s3://BUCKET/PREFIX with letters, digits and . _ - in its parts.'

/** As AWS names buckets; other services allow no more. */
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/
const PREFIX_MAX = 512
/** No part begins with a dot, so that none leads elsewhere. */
const PREFIX_PART = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Undefined when the text is not the address of a bucket. */
export function parseS3Address(text: string): Pick<S3Settings, 'bucket' | 'prefix'> | undefined {
  if (!text.startsWith('s3://') || text.length > PREFIX_MAX + 70) return undefined
  const [bucket = '', ...parts] = text.slice('s3://'.length).replace(/\/$/, '').split('/')
  if (!BUCKET.test(bucket) || !parts.every((part) => PREFIX_PART.test(part))) return undefined
  return { bucket, prefix: parts.map((part) => `${part}/`).join('') }
}

export const shownBucket = ({ bucket, prefix }: Pick<S3Settings, 'bucket' | 'prefix'>): string =>
  `s3://${bucket}/${prefix}`.replace(/\/$/, '')

/** The address of an object, or of the bucket when the key is empty. */
export function objectUrl(settings: S3Settings, key: string): URL {
  const { bucket, endpoint, region, pathStyle } = settings
  const base = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`)
  if (!pathStyle) base.hostname = `${bucket}.${base.hostname}`
  base.pathname = pathStyle ? `/${bucket}/${key}` : `/${key}`
  return base
}
