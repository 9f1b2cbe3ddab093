"""Hybrid search: encoders, the vector index, fusion, reranking, the gate. Knows documents, not films."""
