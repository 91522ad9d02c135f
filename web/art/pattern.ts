/** Pattern generator, after Adire, a resist-dyed cloth: nine motifs in eleven colour pairs on a 40-unit grid, seeded, so that the
 * result is reproducible. A pure function from a description to the text of an SVG. */

const night = '#0d1633'
const night2 = '#16224a'
const dye = '#1e3a9e'
const blue = '#2450d8'
const sky = '#3a66ee'
const mist = '#9db5ff'
const chalk = '#f4efe4'
const marigold = '#f2b544'

type Pair = readonly [ground: string, figure: string]

/** The eleventh pair is marigold, used in about one of fourteen tiles. */
const pairs: readonly Pair[] = [
  [mist, dye],
  [chalk, dye],
  [dye, chalk],
  [dye, mist],
  [night2, chalk],
  [night2, sky],
  [night, blue],
  [night, sky],
  [blue, mist],
  [blue, chalk],
]
const gold: Pair = [night2, marigold]

/** Pairs of low contrast, safe behind white text. */
const quietPairs: readonly Pair[] = [
  ['#121d42', '#0d1633'],
  ['#121d42', '#15234f'],
  ['#121d42', '#0f1939'],
  ['#101a3b', '#15234f'],
]

const dots = [8, 20, 32].flatMap((x) => [8, 20, 32].map((y) => `M${x - 3} ${y}a3 3 0 1 0 6 0a3 3 0 1 0-6 0`)).join('')
const stripe = (offset: number) => `M${offset} 0h7L${offset + 47} 40h-7z`
const ring = (radius: number) =>
  `M${20 - radius} 20a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0-${2 * radius} 0`
const arc = (outer: number) =>
  `M0 ${outer}A${outer} ${outer} 0 0 0 ${outer} 0h-4A${outer - 4} ${outer - 4} 0 0 1 0 ${outer - 4}z`

/** Each motif is one path in a 40 x 40 square, filled by the even-odd rule. */
const motifs = {
  dots,
  quarter: 'M0 0h40A40 40 0 0 1 0 40z',
  stripes: [-42, -28, -14, 0, 14, 28].map(stripe).join(''),
  halves: 'M0 20a20 20 0 0 1 40 0zM0 40a20 20 0 0 1 40 0z',
  star: 'M20 0A20 20 0 0 0 40 20A20 20 0 0 0 20 40A20 20 0 0 0 0 20A20 20 0 0 0 20 0z',
  rings: ring(18) + ring(14) + ring(10) + ring(6),
  arcs: [12, 22, 32, 42].map(arc).join(''),
  leaves: 'M0 0h20A20 20 0 0 1 0 20zM40 40H20A20 20 0 0 1 40 20z',
  diamond: 'M20 2L38 20L20 38L2 20zM20 11L29 20L20 29L11 20z',
}

type Motif = keyof typeof motifs
const motifNames = Object.keys(motifs) as Motif[]

/** Mulberry32: a small pseudo-random generator with the same results everywhere. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296) * below)
  }
}

export type ArtPattern = { columns: number; rows: number; seed: number; quiet?: boolean }

/** Text of a static SVG of `columns` x `rows` tiles. Neighbours never share a motif or a background colour. */
export function drawPattern({ columns, rows, seed, quiet = false }: ArtPattern): string {
  const pick = seeded(seed)
  const palette = quiet ? quietPairs : pairs
  const chosen: { motif: Motif; pair: Pair }[] = []
  const used = new Set<Motif>()
  let tiles = ''
  for (let index = 0; index < columns * rows; index++) {
    const neighbours = [index % columns ? chosen[index - 1] : undefined, chosen[index - columns]]
    let motif: Motif
    let pair: Pair
    do {
      motif = motifNames[pick(motifNames.length)]!
      pair = !quiet && pick(14) === 0 ? gold : palette[pick(palette.length)]!
    } while (neighbours.some((tile) => tile && (tile.motif === motif || (!quiet && tile.pair[0] === pair[0]))))
    chosen.push({ motif, pair })
    used.add(motif)
    tiles += tile(motif, pair, index % columns, Math.floor(index / columns), pick(4))
  }
  const defs = [...used].map((motif) => `<path id="${motif}" fill-rule="evenodd" d="${motifs[motif]}"/>`)
  const size = `width="${columns * 40}" height="${rows * 40}" viewBox="0 0 ${columns * 40} ${rows * 40}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><defs><clipPath id="c"><path d="M0 0h40v40H0z"/></clipPath>${defs.join('')}</defs>${tiles}</svg>\n`
}

function tile(motif: Motif, [ground, figure]: Pair, column: number, row: number, turns: number): string {
  const turn = turns ? ` rotate(${turns * 90} 20 20)` : ''
  // The background is slightly too large, so that no gap shows between tiles at fractional sizes.
  return (
    `<g transform="translate(${column * 40} ${row * 40})"><path fill="${ground}" d="M0 0h40.3v40.3H0z"/>` +
    `<g clip-path="url(#c)"><use href="#${motif}" fill="${figure}"${turn && ` transform="${turn.trim()}"`}/></g></g>`
  )
}
