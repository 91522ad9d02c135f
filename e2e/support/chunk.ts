const fetchScripts = async (address: string) =>
  new Set([...(await (await fetch(address)).text()).matchAll(/\/static\/js\/[\w-]+\.js/g)].map(([path]) => path))

/** Pattern for the URLs of scripts that the register page loads and the sign-in page does not. */
export async function registerScripts(baseURL: string): Promise<RegExp> {
  const [register, signIn] = [await fetchScripts(`${baseURL}/register`), await fetchScripts(`${baseURL}/`)]
  const registerOnly = [...register].filter((path) => !signIn.has(path))
  if (registerOnly.length === 0) throw new Error('The registration brings no script of its own')
  return new RegExp(registerOnly.join('|'))
}
