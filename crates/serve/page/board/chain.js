// The stones that are connected with a stone, to light them up and to name them together.

/**
 * @param {import('./geometry.js').BoardShape} shape
 * @param {import('./geometry.js').Geometry} geometry
 * @param {Map<string, number>} stones
 * @param {string} point
 * @returns {string[]} Empty where no stone stands.
 */
export function chainAt(shape, geometry, stones, point) {
  const player = stones.get(point);
  if (player === undefined) return [];
  const next = neighbours(shape, geometry);
  const chain = [point];
  for (const here of chain) {
    for (const other of next(here)) {
      if (stones.get(other) === player && !chain.includes(other)) chain.push(other);
    }
  }
  return chain;
}

/**
 * @param {import('./geometry.js').BoardShape} shape
 * @param {import('./geometry.js').Geometry} geometry
 * @returns {(point: string) => string[]}
 */
function neighbours(shape, geometry) {
  if (shape.kind === 'graph') {
    /** @type {Map<string, string[]>} */
    const next = new Map();
    for (const [a, b] of shape.edges ?? []) {
      next.set(a, [...(next.get(a) ?? []), b]);
      next.set(b, [...(next.get(b) ?? []), a]);
    }
    return (point) => next.get(point) ?? [];
  }
  const columns = shape.columns ?? 1;
  const rows = geometry.points.length / columns;
  const torus = shape.kind === 'torus';
  return (point) => {
    const place = geometry.byName.get(point);
    if (!place) return [];
    return [
      [1, 0],
      [-1, 0],
      [0, 1],
      [0, -1],
    ].flatMap(([dx, dy]) => {
      let [x, y] = [place.x + dx, place.y + dy];
      if (torus) [x, y] = [(x + columns) % columns, (y + rows) % rows];
      return x >= 0 && x < columns && y >= 0 && y < rows ? [geometry.points[y * columns + x].name] : [];
    });
  };
}
