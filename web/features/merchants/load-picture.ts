const notOne = 'Choose a picture: PNG, JPG or WebP.'

/** A chosen file as a picture. As data, because the page's policy lets in no other address of the browser's own. */
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
