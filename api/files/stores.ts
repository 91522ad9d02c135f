import { copiedObjects } from './copied-objects.ts'
import { openMedia } from './media.ts'
import { diskObjects } from './objects.ts'
import { openS3Objects } from './s3-objects.ts'
import type { S3Settings } from './s3-settings.ts'
import { sealedStore } from './store.ts'
import { openVault } from './vault.ts'

/**
 * The vault, the file store and the media processes of one data directory; files are in the S3 store if there is one, with copies
 * in the backup folder if there is one.
 */
export async function openStores(dataDir: string, s3?: S3Settings, backupDir?: string) {
  const vault = await openVault(dataDir)
  const objects = openObjects(dataDir, s3)
  const files = sealedStore(backupDir ? copiedObjects(objects, backupDir) : objects, vault)
  return { vault, files, media: openMedia() }
}

export const openObjects = (dataDir: string, s3?: S3Settings) => (s3 ? openS3Objects(s3) : diskObjects(dataDir))
