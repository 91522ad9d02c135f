import { openMedia } from './media.ts'
import { diskStore } from './store.ts'
import { openVault } from './vault.ts'

/** The vault, the file store and the media processes of one data directory. */
export async function openStores(dataDir: string) {
  const vault = await openVault(dataDir)
  return { vault, files: diskStore(dataDir, vault), media: openMedia() }
}
