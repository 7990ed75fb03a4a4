/** The best candidates, best first: for short lists from many rows. */
export function createTopList(k: number) {
  const places: number[] = []
  const scores: number[] = []
  return {
    /** The score a candidate must beat. */
    floor: -Infinity,
    places,
    scores,
    add(place: number, score: number) {
      let at = scores.length
      while (at > 0 && scores[at - 1]! < score) at -= 1
      scores.splice(at, 0, score)
      places.splice(at, 0, place)
      if (scores.length > k) {
        scores.pop()
        places.pop()
      }
      if (scores.length === k) this.floor = scores[k - 1]!
    },
  }
}
