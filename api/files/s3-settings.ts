import { readAddress, readText } from '../read-setting.ts'

/** An S3-compatible store. `url`: endpoint and bucket, such as `https://s3.eu-west-1.amazonaws.com/adire-files`. */
export interface S3Settings {
  url: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/**
 * `FILES_S3_URL`, `FILES_S3_REGION`, `FILES_S3_ACCESS_KEY_ID` and `FILES_S3_SECRET_ACCESS_KEY`; undefined without an address.
 * @throws Error that names the variable
 */
export function readS3Settings(env: NodeJS.ProcessEnv): S3Settings | undefined {
  const url = readAddress(env, 'FILES_S3_URL', ['http:', 'https:'])?.replace(/\/$/, '')
  if (url === undefined) return undefined
  if (new URL(url).pathname === '/')
    throw new Error('FILES_S3_URL names no bucket; write it after the address, like https://s3.example/adire-files')
  const need = (name: string) => {
    const value = readText(env, name)
    if (value === undefined) throw new Error(`FILES_S3_URL is set, and ${name} is not: set it, too`)
    return value
  }
  return {
    url,
    region: readText(env, 'FILES_S3_REGION') ?? 'us-east-1',
    accessKeyId: need('FILES_S3_ACCESS_KEY_ID'),
    secretAccessKey: need('FILES_S3_SECRET_ACCESS_KEY'),
  }
}
