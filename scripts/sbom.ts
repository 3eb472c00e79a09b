// The bill of materials of the package for npm, in CycloneDX (https://cyclonedx.org/docs/1.6/json/). It has no time and no serial number:
// the same lock file gives the same bytes.

import { type Lock, type ShippedPackage, shippedPackages } from './shipped-packages.ts';

export type Bom = {
  bomFormat: 'CycloneDX';
  specVersion: '1.6';
  version: 1;
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
};

type Component = {
  type: 'application' | 'library';
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  licenses?: [{ license: { id: string } } | { expression: string }];
  hashes?: [{ alg: 'SHA-512'; content: string }];
};

type Root = { name: string; version: string; license: string };

export function billOfMaterials(root: Root, lock: Lock): Bom {
  const shipped = shippedPackages(lock);
  const needed = new Set(shipped.flatMap(({ needs }) => needs));
  const direct = shipped.map(keyOf).filter((key) => !needed.has(key));
  const component = componentOf('application', { ...root, integrity: null });
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component },
    components: shipped.map((one) => componentOf('library', one)),
    dependencies: [
      { ref: component['bom-ref'], dependsOn: direct },
      ...shipped.map((one) => ({ ref: keyOf(one), dependsOn: one.needs })),
    ],
  };
}

function keyOf({ name, version }: Pick<ShippedPackage, 'name' | 'version'>): string {
  return `${name}@${version}`;
}

function componentOf(type: Component['type'], shipped: Omit<ShippedPackage, 'needs'>): Component {
  const { name, version, license, integrity } = shipped;
  const [algorithm, digest = ''] = integrity?.split('-', 2) ?? [];
  return {
    type,
    'bom-ref': keyOf(shipped),
    name,
    version,
    // https://github.com/package-url/purl-spec: the @ of a scope is escaped.
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(license === null
      ? {}
      : { licenses: [/ (OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } }] }),
    ...(algorithm === 'sha512'
      ? { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
      : {}),
  };
}
