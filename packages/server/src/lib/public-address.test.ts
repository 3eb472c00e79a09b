import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './public-address.ts';

const publicOnes = ['1.1.1.1', '8.8.8.8', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001::200e'];
for (const address of publicOnes) {
  test(`${address} is public`, () => assert.equal(isPublicAddress(address), true));
}

const others: Record<string, string[]> = {
  'this machine': ['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::1', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1', 'fec0::1'],
  'link-local': ['169.254.1.1', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  metadata: ['169.254.169.254', 'fd00:ec2::254', '100.100.100.200', '192.0.0.192', '168.63.129.16', '169.254.170.2'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  special: ['192.0.0.1', '192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '198.19.255.255', '192.88.99.1'],
  'multicast and reserved': [
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    'ff02::1',
    '4000::1',
    '1::1',
  ],
  'IPv4 in IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '::7f00:1',
    '::a9fe:a9fe',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::1',
    '2001:0:7f00:1::',
  ],
  'special IPv6': ['2001:db8::1', '3fff::1', '100::1', '5f00::1', '2001:2::1', '2001:10::1', '2001:20::1'],
  'no address': ['', 'localhost', '999.1.1.1', '[::1]'],
};
for (const [kind, addresses] of Object.entries(others)) {
  for (const address of addresses) {
    test(`${address} is not public (${kind})`, () => assert.equal(isPublicAddress(address), false));
  }
}
