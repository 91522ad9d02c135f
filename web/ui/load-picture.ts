const notOne = 'Choose a picture: PNG, JPG or WebP.'

/**
 * Loads a chosen file as a picture. Uses a data URL, because the page's CSP does not allow blob URLs.
 * @throws {Error} with a message for the user, if the file is not a picture or can't be read
 */
export async function loadPicture(file: File): Promise<HTMLImageElement> {
  if (!['image/png', 'image/jpeg', 'image/webp'].includes(file.type)) throw new Error(notOne)
  const picture = new Image()
  picture.src = await readAsDataUrl(file)
  await picture.decode().catch(() => {
    throw new Error(notOne)
  })
  return picture
}

/** @throws {Error} with a message for the user, if the file can't be read */
export const readAsDataUrl = (file: Blob) =>
  new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('This file cannot be read.'))
    reader.readAsDataURL(file)
  })
