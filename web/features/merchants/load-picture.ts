const notOne = 'Choose a picture: PNG, JPG or WebP.'

/**
 * Loads a chosen file as a picture. Uses a data URL, because the page's CSP does not allow blob URLs.
 * @throws {Error} with a message for the user, if the file is not a picture or can't be read
 */
export async function loadPicture(file: File): Promise<HTMLImageElement> {
  if (!['image/png', 'image/jpeg', 'image/webp'].includes(file.type)) throw new Error(notOne)
  const address = await new Promise<string>((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new Error('This file cannot be read.'))
    reader.readAsDataURL(file)
  })
  const picture = new Image()
  picture.src = address
  await picture.decode().catch(() => {
    throw new Error(notOne)
  })
  return picture
}
