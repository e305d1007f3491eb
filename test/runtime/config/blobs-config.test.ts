import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBlobs, readBlobsConfig, shownBlobs } from '../../../src/runtime/config/blobs-config.js'
import { scratchFolder } from '../../support/commands/cli.js'

const KEYS = { AWS_ACCESS_KEY_ID: 'AKID', AWS_SECRET_ACCESS_KEY: 'sesame' }

test('a bucket takes its keys, region and endpoint from the usual variables', () => {
  expect(readBlobs({}, {}, KEYS)).toBeUndefined()
  expect(readBlobs({ given: 's3://files' }, {}, KEYS)).toEqual({
    ...{ bucket: 'files', prefix: '', endpoint: undefined, region: 'us-east-1', pathStyle: false },
    ...{ accessKeyId: 'AKID', secretAccessKey: 'sesame' },
  })
  const env = {
    ...KEYS,
    AWS_SESSION_TOKEN: 'token',
    AWS_REGION: 'eu-central-1',
    AWS_DEFAULT_REGION: 'eu-west-1',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
    AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000',
  }
  expect(readBlobs({ given: 's3://files/team/parley/' }, {}, env)).toEqual({
    ...{ bucket: 'files', prefix: 'team/parley/', endpoint: 'http://127.0.0.1:9000', region: 'eu-central-1' },
    ...{ pathStyle: true, accessKeyId: 'AKID', secretAccessKey: 'sesame', sessionToken: 'token' },
  })
  expect(readBlobs({ given: 's3://files.example.org' }, {}, KEYS)).toMatchObject({ pathStyle: true })
})

test('what the configuration file says comes before the variables, but not before the flag', async () => {
  const folder = scratchFolder()
  await writeFile(join(folder, 'secret'), 'other sesame\n')
  const { config, problems } = await readBlobsConfig(
    {
      ...{ url: 's3://written/here', endpoint: 'https://s3.test', region: 'garage', pathStyle: false },
      ...{ accessKeyId: 'OTHER', secretKeyFile: 'secret' },
    },
    { env: {}, folder },
  )
  expect(problems).toEqual([])
  const env = { ...KEYS, AWS_SESSION_TOKEN: 'token', AWS_REGION: 'eu-central-1' }
  const expected = {
    ...{
      bucket: 'written',
      prefix: 'here/',
      endpoint: 'https://s3.test',
      region: 'garage',
      pathStyle: false,
    },
    ...{ accessKeyId: 'OTHER', secretAccessKey: 'other sesame' },
  }
  expect(readBlobs({}, config, env)).toEqual(expected)
  expect(readBlobs({ given: 's3://given' }, config, env)).toEqual({
    ...expected,
    bucket: 'given',
    prefix: '',
  })
  expect(readBlobs({ ephemeral: true }, config, env)).toBeUndefined()
})

type Refused = [string, { ephemeral?: boolean; env?: Record<string, string> }, string]

test.each<Refused>([
  ['s3:/files', {}, '--blobs is not the address of a bucket.'],
  ['s3://user:sesame@files', {}, 'PARLEY_BLOBS is not the address of a bucket.'],
  ['s3://files/../other', {}, '--blobs is not the address of a bucket.'],
  ['s3://Files', {}, '--blobs is not the address of a bucket.'],
  ['s3://files', { ephemeral: true }, '--blobs and --ephemeral exclude each other.'],
  ['s3://files', { env: { AWS_ACCESS_KEY_ID: '' } }, '--blobs needs AWS_ACCESS_KEY_ID, which is not set'],
  [
    's3://files',
    { env: { AWS_SECRET_ACCESS_KEY: ' ' } },
    '--blobs needs AWS_SECRET_ACCESS_KEY, which is not set',
  ],
  ['s3://files', { env: { AWS_ACCESS_KEY_ID: 'a\nb' } }, 'hold characters that no key has'],
  [
    's3://files',
    { env: { AWS_ENDPOINT_URL_S3: 'http://u:sesame@s3.test' } },
    'AWS_ENDPOINT_URL_S3 must be an http',
  ],
  [
    's3://files',
    { env: { AWS_ENDPOINT_URL: 's3.test' } },
    'AWS_ENDPOINT_URL must be an http or https address',
  ],
  ['s3://files', { env: { AWS_REGION: 'eu/1' } }, 'AWS_REGION is not the name of a region.'],
])('%s with %o is refused in a sentence that repeats no secret', (blobs, { ephemeral, env }, message) => {
  const origins = message.startsWith('PARLEY_BLOBS') ? { blobs: 'PARLEY_BLOBS' } : {}
  const read = () => readBlobs({ given: blobs, ephemeral, origins }, {}, { ...KEYS, ...env })
  expect(read).toThrow(message)
  expect(read).not.toThrow(/sesame/)
})

test('each mistake of the section has a sentence', async () => {
  const context = { env: { SET: 'sesame' }, folder: scratchFolder() }
  const problemsOf = async (written: Parameters<typeof readBlobsConfig>[0]) =>
    (await readBlobsConfig(written, context)).problems.map(({ path, text }) => `${path.join('.')} ${text}`)
  expect(await problemsOf({ url: 'files', endpoint: 'https://s3.test/path', region: 'a b' })).toEqual([
    'blobs.url is not the address of a bucket, such as s3://bucket/prefix',
    'blobs.endpoint must be an http or https address without user, path and query',
    'blobs.region is not the name of a region',
  ])
  expect(await problemsOf({ accessKeyId: 'AKID' })).toEqual([
    'blobs.accessKeyId and a secret, in secretKeyEnv or secretKeyFile, go together',
  ])
  expect(await problemsOf({ accessKeyId: 'AKID', secretKeyEnv: 'UNSET' })).toEqual([
    'blobs.secretKeyEnv names UNSET, which is not set in the environment',
  ])
  expect(await problemsOf({ accessKeyId: 'AKID', secretKeyEnv: 'SET', secretKeyFile: 'x' })).toEqual([
    'blobs.secretKeyFile cannot be combined with secretKeyEnv; keep one of them',
  ])
  expect((await problemsOf({ accessKeyId: 'AKID', secretKeyFile: 'none' })).join()).toMatch(
    /^blobs\.secretKeyFile names .*none/,
  )
})

test('what is shown of a bucket is its address', () => {
  expect([shownBlobs(undefined), shownBlobs('s3://files/a/'), shownBlobs('s3://a:b@c')]).toEqual([
    'files',
    's3://files/a',
    'not an address',
  ])
})
