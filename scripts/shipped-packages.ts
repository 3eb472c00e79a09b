// What the package for npm consists of besides our own code: what it bundles and what it depends on, read from package-lock.json.

/** An entry of the lock file, of version 3. */
type Entry = {
  version?: string;
  license?: string;
  integrity?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};

export type Lock = { packages: Record<string, Entry> };

export type ShippedPackage = {
  name: string;
  version: string;
  /** An SPDX expression; null if its package names none. */
  license: string | null;
  /** As in the lock file: `sha512-…` in base64. */
  integrity: string | null;
  /** `name@version` of what it needs itself. */
  needs: string[];
};

const ourParts = ['packages/server', 'packages/client', 'packages/payment-sandbox', 'packages/admin'];
/** They build the admin, and nothing of them is in it. */
const builders = ['vite', '@vitejs/plugin-react'];

/** By name, each version once, with the binaries of all platforms. */
export function shippedPackages({ packages }: Lock): ShippedPackage[] {
  const found = new Map<string, ShippedPackage>();
  const visit = (place: string): string | null => {
    const entry = packages[place];
    if (entry === undefined) return null;
    if (entry.link) return null;
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const { version = '', license = null, integrity = null } = entry;
    const spdx = license === 'MIT/X11' ? 'MIT' : license;
    const key = `${name}@${version}`;
    if (!found.has(key)) {
      const shipped: ShippedPackage = { name, version, license: spdx, integrity, needs: [] };
      found.set(key, shipped);
      shipped.needs = visitAll(place, needsOf(entry)).sort();
    }
    return key;
  };
  const visitAll = (place: string, names: string[]): string[] =>
    names.map((name) => visit(resolve(packages, place, name) ?? '')).filter((key) => key !== null);
  for (const part of ourParts) {
    const { dependencies = {}, optionalDependencies = {} } = packages[part] ?? {};
    visitAll(
      part,
      Object.keys({ ...dependencies, ...optionalDependencies }).filter((name) => !builders.includes(name)),
    );
  }
  return [...found.values()].sort((a, b) =>
    a.name < b.name ? -1 : a.name > b.name ? 1 : a.version < b.version ? -1 : 1,
  );
}

function needsOf({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta = {},
}: Entry): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...new Set([...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])];
}

/** Where Node finds a package from there: in the nearest `node_modules`. */
function resolve(packages: Lock['packages'], from: string, name: string): string | null {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const place = `${folder}${folder === '' ? '' : '/'}node_modules/${name}`;
    if (!folder.endsWith('node_modules') && place in packages) return place;
    if (folder === '') return null;
  }
}
