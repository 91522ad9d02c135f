import { openMedia } from './media.ts'
import { diskStore } from './store.ts'
import { openVault } from './vault.ts'

/** The vault and the file store over one data directory, and what works on files. */
export async function openStores(dataDir: string) {
  const vault = await openVault(dataDir)
  return { vault, files: diskStore(dataDir, vault), media: openMedia() }
}
